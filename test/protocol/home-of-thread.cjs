// A thread has variables of its own, but the home of its process, unless it is asked to look at them.
require('node:os').homedir = () => process.env.HOME;
