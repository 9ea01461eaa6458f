import {isSimple, withoutStyles} from './simple-text.ts';

/** Replaces a segmenter, which `make` creates only for the first text that is not simple. */
export function lazySegmenter(make: () => Intl.Segmenter): {segment(text: string): Iterable<Intl.SegmentData>} {
  let made: Intl.Segmenter | undefined;
  return {
    segment(text) {
      if (isSimple(withoutStyles(text))) return Array.from(text, (segment, index) => ({segment, index, input: text}));
      made ??= make();
      return made.segment(text);
    },
  };
}

/** Replaces a pattern, which `make` creates when it is first used. */
export function lazyPattern(make: () => RegExp) {
  let made: RegExp | undefined;
  const pattern = () => {
    made ??= make();
    return made;
  };
  return {
    test: (text: string) => pattern().test(text),
    [Symbol.search]: (text: string) => pattern()[Symbol.search](text),
    [Symbol.match]: (text: string) => pattern()[Symbol.match](text),
  };
}
