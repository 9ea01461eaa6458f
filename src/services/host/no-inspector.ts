import process from 'node:process';

// On this signal Node would open its inspector, through which any local user could read a key.
process.on('SIGUSR1', () => {});
