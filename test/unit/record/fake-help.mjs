// A made-up `claude --help` for the tests of the recorder, with one command in another.
const help = {
  '': 'Options:\n  -h, --help  Display help\n\nCommands:\n  plugin|plugins  Manage plugins\n',
  plugin: 'Options:\n  -h, --help  Display help\n\nCommands:\n  list [options]  List plugins\n',
  'plugin list': 'Options:\n  --json  Output as JSON\n',
};
console.log(help[process.argv.slice(2, -1).join(' ')] ?? '');
