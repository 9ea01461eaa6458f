import {Text} from 'ink';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {useTicks} from '../context/time.ts';

/** Two columns wide. Mount it only once the wait is slow. */
export function Spinner() {
  const {host} = useServices();
  const {theme, screenReader} = useDisplay();
  const ticks = useTicks(!screenReader, 120, host.clock);
  const {spinner} = theme.glyphs;
  if (screenReader) return <Text>Loading. </Text>;
  return <Text color={theme.color('accent')}>{`${spinner[ticks % spinner.length]} `}</Text>;
}
