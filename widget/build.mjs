// Two files that any page can load: the chat widget from src/, the linker from link/; and the script of the reading
// room from room/, which shares the widget's small card. `node build.mjs FOLDER` writes them elsewhere, to compare.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { minify } from "terser";

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

const folder = process.argv[2] ?? here("../service/web/static");
const made = [
  ["src", "widget.js", "<wenli-chat>"],
  ["link", "link.js", "links references to the Yili"],
  ["room", "room.js", "the reading room"],
];

for (const [source, file, what] of made) {
  const { outputFiles } = await build({
    entryPoints: [here(`${source}/main.ts`)],
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    charset: "utf8",
    target: "es2022",
    legalComments: "none",
    plugins: [styles],
    logLevel: "warning",
  });
  const preamble = `/*! Wenli 問禮, ${what}. MIT licence. Built from widget/ by \`npm run build\`. */`;
  const small = await minify(outputFiles[0].text, {
    ecma: 2020,
    compress: { passes: 3, toplevel: true, unsafe_arrows: true },
    mangle: { toplevel: true },
    format: { preamble },
  });
  await writeFile(join(folder, file), small.code + "\n");
}
