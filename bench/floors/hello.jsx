// Ink's hello-world, which is the smallest possible Ink app.
import {render, Text} from 'ink';

render(<Text>Hello world</Text>, {alternateScreen: true, incrementalRendering: true});
setInterval(() => {}, 1000);
process.on('SIGINT', () => process.exit());
