const PLACES =
  'qй wцς eуεק rкρר tеτא yнυט uгθו iшιן oщοם pзπפ [х ]ъї aфαש sыіσד dвδג fаφכ gпγע hрηי jоξח kлκל lдλך ;жף ' +
  "'эє zяζז xчχס cсψב vмωה bиβנ nтνמ mьμצ ,бת .юץ `ё";

const KEYS = new Map(PLACES.split(' ').flatMap(([key = '', ...letters]) => letters.map((letter) => [letter, key])));

/** The key at the same place of a Latin layout: nobody switches the layout to press a shortcut. */
export function latinKey(character: string): string {
  const key = KEYS.get(character);
  if (key !== undefined) return key;
  return KEYS.get(character.toLowerCase())?.toUpperCase() ?? character;
}
