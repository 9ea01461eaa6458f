// Ink's hello-world: the least that an app made with it can be.
import {render, Text} from 'ink';

render(<Text>Hello world</Text>, {alternateScreen: true, incrementalRendering: true});
setInterval(() => {}, 1000);
process.on('SIGINT', () => process.exit());
