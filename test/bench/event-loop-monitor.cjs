// Loaded into a process before its own program: tells a parent that asks how long the event loop was held at most since
// it last asked, in milliseconds. Measured where it happens, so that what the parent does meanwhile does not count. Asked
// for it, it tells the memory of the process, or the processor time that it has used.
const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', (asked) => {
  if (asked === 'memory') {
    process.send({ megabytes: process.memoryUsage().rss / 1_048_576 });
    return;
  }
  if (asked === 'used') {
    const { user, system } = process.cpuUsage();
    process.send({ used: (user + system) / 1000 });
    return;
  }
  // A stretch that goes on is counted when the loop comes round again.
  setTimeout(() => {
    process.send({ held: Number.isFinite(delay.max) ? delay.max / 1e6 : 0 });
    delay.reset();
  }, 5);
});
process.channel.unref();
