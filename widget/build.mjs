// Two files that any page can load: the chat widget from src/, the linker from link/. `node build.mjs FOLDER` writes
// them elsewhere, to compare.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Style sheets become strings, without blanks and comments. */
const styles = {
  name: "styles",
  setup(bundler) {
    bundler.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true, target: "es2022" });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

const folder = process.argv[2] ?? here("../service/static");
const made = [
  ["src", "widget.js", "<wenli-chat>"],
  ["link", "link.js", "links references to the Yili"],
];

for (const [source, file, what] of made) {
  await build({
    entryPoints: [here(`${source}/main.ts`)],
    outfile: join(folder, file),
    bundle: true,
    minify: true,
    format: "iife",
    charset: "utf8",
    target: "es2022",
    legalComments: "none",
    banner: { js: `/*! Wenli 問禮, ${what}. MIT licence. Built from widget/ by \`npm run build\`. */` },
    plugins: [styles],
    logLevel: "warning",
  });
}
