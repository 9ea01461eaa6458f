import {Text} from 'ink';
import {useApp} from '../context/app-context.ts';
import {useTicks} from '../time/use-waiting.ts';

/** A quiet sign that something is being waited for, two columns wide. Mount it only once the wait is slow. */
export function Spinner() {
  const {theme, screenReader} = useApp();
  const ticks = useTicks(!screenReader, 120);
  const {spinner} = theme.glyphs;
  if (screenReader) return <Text>Loading. </Text>;
  return <Text color={theme.color('accent')}>{`${spinner[ticks % spinner.length]} `}</Text>;
}
