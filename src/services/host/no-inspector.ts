import process from 'node:process';

// On this signal Node would open its inspector, through which every user of the machine could read a key.
process.on('SIGUSR1', () => {});
