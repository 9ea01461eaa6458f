const PLACES =
  'qй wцς eуεק rкρר tеτא yнυט uгθו iшιן oщοם pзπפ [х ]ъї aфαש sыіσד dвδג fаφכ gпγע hрηי jоξח kлκל lдλך ;жף ' +
  "'эє zяζז xчχס cсψב vмωה bиβנ nтνמ mьμצ ,бת .юץ `ё";

const KEYS = new Map(PLACES.split(' ').flatMap(([key = '', ...letters]) => letters.map((letter) => [letter, key])));

/** Maps a key to the Latin layout's key in the same place, because nobody switches layouts for a shortcut. */
export function latinKey(character: string): string {
  const key = KEYS.get(character);
  if (key !== undefined) return key;
  return KEYS.get(character.toLowerCase())?.toUpperCase() ?? character;
}
