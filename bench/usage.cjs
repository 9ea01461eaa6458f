// Preloaded into the measured program: writes its usage to the file that BENCH_USAGE names.
'use strict';
const {writeFileSync} = require('node:fs');

process.on('exit', () => {
  const {userCPUTime, systemCPUTime, maxRSS} = process.resourceUsage();
  const usage = {cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS / 1024};
  writeFileSync(String(process.env.BENCH_USAGE), JSON.stringify(usage));
});
