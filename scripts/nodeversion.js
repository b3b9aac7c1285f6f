// node nodeversion.js WANTED LOCK [VERSION] compares a version of Node.js, by default the
// running one, with the wanted one and with what the packages of a package-lock.json accept.
// It refuses a version that one of them does not accept, and warns of another old one.
const [wanted, lock, version = process.versions.node] = process.argv.slice(2);

const parse = (text) => [0, 1, 2].map((i) => Number(text.split(".")[i] || 0));

const older = (a, b) => {
  const [x, y] = [parse(a), parse(b)];
  const i = x.findIndex((n, at) => n !== y[at]);
  return i >= 0 && x[i] < y[i];
};

// accepts knows ranges as they are in the files: versions from which on one works, by "||".
const accepts = (range) => range.split("||").some((each) => {
  const found = /\d[\d.]*/.exec(each);
  return !found || !older(version, found[0]);
});

const { packages } = require(require("path").resolve(lock));
const refusing = Object.keys(packages)
  .filter((name) => name && packages[name].engines && packages[name].engines.node && !accepts(packages[name].engines.node))
  .map((name) => name.replace(/.*node_modules\//, ""));
const remedy = `install Node.js ${wanted} or later from https://nodejs.org/en/download`;

if (refusing.length > 0) {
  console.error(`make: ${refusing[0]} does not work with Node.js ${version}: ${remedy}.`);
  process.exit(1);
}
if (older(version, wanted)) {
  console.error(`make: Node.js ${version} still works, but its line is no longer maintained: ${remedy}.`);
}
