/** A length of time for a person, from ms: `40 s`, `12 min`, `3 h`; the next smaller unit where it matters: `3 h 20 min`. */
export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes < 5 && seconds % 60 > 0 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 > 0 && hours < 24 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}
