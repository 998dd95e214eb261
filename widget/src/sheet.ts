// The style sheet, made by script: a page's policy may forbid inline styles, but not these.

import text from "./wenli-chat.css";

export const SHEET = new CSSStyleSheet();
SHEET.replaceSync(text);
