/*
 * In place of the package of this name, which has to be compiled: without any, this VS Code waits for its log in an endless
 * loop. Every line is written at once.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

class Logger {
  #file;

  constructor(_kind, _name, file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
  }

  #write(level, text) {
    appendFileSync(this.#file, `${new Date().toISOString()} [${level}] ${text}\n`);
  }

  trace() {}
  debug() {}
  info(text) {
    this.#write('info', text);
  }
  warn(text) {
    this.#write('warning', text);
  }
  error(text) {
    this.#write('error', text);
  }
  critical(text) {
    this.#write('error', text);
  }
  setLevel() {}
  getLevel() {
    return 2;
  }
  setPattern() {}
  clearFormatters() {}
  flush() {}
  drop() {}
}

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger('rotating_async', name, file);
