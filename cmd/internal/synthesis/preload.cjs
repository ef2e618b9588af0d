// What Node.js loads before jsii's runtime. That is a program which starts
// another one, the kernel, and passes on what is said on both sides. Here the
// first process is the kernel, which saves a start of Node.js and a hop for each
// call, and it keeps what it has compiled for the next run.
//
// Where anything is not as it is in the version of jsii that go.mod names, this
// does nothing, and the runtime starts as usual.
'use strict';
const fs = require('node:fs');
const module_ = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { Writable } = require('node:stream');
const { isMainThread } = require('node:worker_threads');

const { readSync, writeSync, mkdtempSync } = fs;
const entry = process.argv[1] ?? '';
const temporary = os.tmpdir();

// Programs that the kernel starts get the options that the user chose.
if (process.env.ECSGPU_NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
else process.env.NODE_OPTIONS = process.env.ECSGPU_NODE_OPTIONS;

// The temporary directory is this run's alone, but not on Windows.
if (isMainThread && path.basename(entry) === 'jsii-runtime.js' && temporary === process.env.TMPDIR) {
  const runtime = path.join(temporary, 'jsii-runtime');
  const kernel = path.join(runtime, 'lib', 'program.js');
  if (linkTo(path.dirname(path.dirname(entry)), runtime) && fs.existsSync(kernel)) {
    keepCompiled();
    keepPaths();
    speakOnStandardStreams();
    removeAfterKill();
    // The runtime's own program, by either of its names, is not run.
    for (const name of [entry, fs.realpathSync(entry)]) require.cache[name] = module;
    require(kernel);
  }
}

function linkTo(target, link) {
  try {
    fs.symlinkSync(target, link, 'junction');
    return true;
  } catch {
    return false;
  }
}

// Node.js finds what it has compiled by the path relative to the cache, which
// is therefore a link in the temporary directory. It can do so since 24.12.
function keepCompiled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const store = process.env.ECSGPU_COMPILE_CACHE;
  if (!store || major < 24 || (major === 24 && minor < 12)) return;
  const directory = path.join(temporary, 'compile-cache');
  if (linkTo(store, directory)) module_.enableCompileCache({ directory, portable: true });
}

// The packages are linked into a directory whose name would be another one in
// each run. In a temporary directory of its own it needs none of that.
// The kernel looks for the option among the arguments before it makes links.
function keepPaths() {
  process.execArgv.push('--preserve-symlinks');
  fs.mkdtempSync = (prefix, ...rest) => {
    if (prefix !== path.join(temporary, 'jsii-kernel-')) return mkdtempSync(prefix, ...rest);
    fs.mkdirSync(prefix);
    return prefix;
  };
}

// The kernel takes requests and gives answers on descriptor 3. What is printed
// goes to the standard error stream, as the messages that the runtime makes of it.
function speakOnStandardStreams() {
  fs.readSync = (fd, ...rest) => readSync(fd === 3 ? 0 : fd, ...rest);
  fs.writeSync = (fd, ...rest) => writeSync(fd === 3 ? 1 : fd, ...rest);
  for (const name of ['stdout', 'stderr']) {
    const stream = new Writable({
      write(chunk, _encoding, done) {
        writeSync(2, JSON.stringify({ [name]: chunk.toString('base64') }) + '\n');
        done();
      },
    });
    Object.defineProperty(process, name, { get: () => stream });
  }
}

// The command removes the temporary directory when the kernel has ended. If the
// command was killed, the kernel has another parent, and goes on until it has
// read the end of its input. It then removes the directory itself, and makes no
// directory in a place that the next command may have cleared.
function removeAfterKill() {
  const orphaned = () => String(process.ppid) !== process.env.ECSGPU_PARENT;
  const { mkdirSync } = fs;
  fs.mkdirSync = (...args) => {
    if (orphaned()) process.exit(1);
    return mkdirSync(...args);
  };
  process.on('exit', () => {
    if (orphaned()) fs.rmSync(temporary, { recursive: true, force: true });
  });
}
