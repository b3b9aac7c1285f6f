// Draws pictures: reads {name: text in the language of Graphviz} as JSON, and writes {name: SVG}.
import { readFileSync } from "node:fs";
import { instance } from "@viz-js/viz";

const viz = await instance();
const texts = JSON.parse(readFileSync(0, "utf8"));
const drawn = {};
for (const [name, text] of Object.entries(texts)) {
  const result = viz.render(text, { format: "svg" });
  if (result.status !== "success") throw new Error(`${name}: ${result.errors.map((e) => e.message).join("; ")}`);
  drawn[name] = result.output;
}
process.stdout.write(JSON.stringify(drawn));
