// From src/ to one file that any page can load. `node build.mjs OUT` writes elsewhere, to compare.
import { readFile } from "node:fs/promises";
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

await build({
  entryPoints: [here("src/main.ts")],
  outfile: process.argv[2] ?? here("../service/static/widget.js"),
  bundle: true,
  minify: true,
  format: "iife",
  charset: "utf8",
  target: "es2022",
  legalComments: "none",
  banner: { js: "/*! Wenli 問禮, <wenli-chat>. MIT licence. Built from widget/ by `npm run build`. */" },
  plugins: [styles],
  logLevel: "warning",
});
