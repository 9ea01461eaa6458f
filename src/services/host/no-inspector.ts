import process from 'node:process';

// Node would open its inspector on this signal, and any user of the machine could read a key through it.
process.on('SIGUSR1', () => {});
