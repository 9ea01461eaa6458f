// Draws terminal screens as SVG: one screen as a picture, several as a film that repeats.
import {AnsiUp} from 'ansi_up';
import stringWidth from 'string-width';

/** The size of a character cell in pixels. */
const CELL = {width: 8.4, height: 19};
const MARGIN = 16;
const STYLE = `
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6d9e0 }
`;

/**
 * @typedef {object} Frame
 * @property {string} screen with its colours
 * @property {number} ms how long the frame is shown
 */

/**
 * @param {readonly Frame[]} frames
 * @param {import('./terminal.mjs').Size} size
 * @param {string} title
 * @returns {string} the SVG
 */
export function svgOf(frames, {columns, rows}, title) {
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = rows * CELL.height + 2 * MARGIN;
  /**
   * The ID of each row that has been drawn. A row that several frames show is drawn once.
   * @type {Map<string, string>}
   */
  const drawn = new Map();
  const pictures = frames.map(({screen}, index) => {
    // All rows share one converter, because a colour may continue in the next row.
    const ansi = new AnsiUp();
    const lines = screen
      .split('\n')
      .slice(0, rows)
      .map((row) => drawRow(ansi.ansi_to_html(row.trimEnd())));
    const uses = lines.flatMap((line, row) => {
      if (line === '') return [];
      const id = drawn.get(line) ?? `r${drawn.size}`;
      drawn.set(line, id);
      return [`<use href="#${id}" y="${row * CELL.height}"/>`];
    });
    return `<g transform="translate(${index * width})">${uses.join('')}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${title}</title>`,
    `<style>${STYLE}${filmStyle(frames, width)}</style>`,
    `<defs>${[...drawn].map(([line, id]) => `<g id="${id}">${line}</g>`).join('')}</defs>`,
    `<rect width="100%" height="100%" rx="8" fill="#16181d"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})"><g class="film">${pictures.join('\n')}</g></g>`,
    '</svg>\n',
  ].join('\n');
}

/**
 * Places the frames side by side, and lets the strip jump from one to the next.
 * @param {readonly Frame[]} frames @param {number} width
 */
function filmStyle(frames, width) {
  if (frames.length === 1) return '';
  const whole = frames.reduce((sum, {ms}) => sum + ms, 0);
  let at = 0;
  const steps = frames.map(({ms}, index) => {
    const step = `${((at / whole) * 100).toFixed(3)}% { transform: translateX(-${index * width}px) }`;
    at += ms;
    return step;
  });
  return `@keyframes film { ${steps.join(' ')} }
.film { animation: film ${(whole / 1000).toFixed(2)}s step-end infinite }
`;
}

/**
 * Draws one row of the screen, relative to its top left corner.
 * @param {string} html spans side by side, as AnsiUp makes them
 */
function drawRow(html) {
  let column = 0;
  const parts = [...html.matchAll(/<span style="([^"]*)">([^<]*)<\/span>|([^<]+)/g)].flatMap(
    ([, css = '', styled, plain]) => {
      const text = styled ?? plain ?? '';
      const start = column;
      column += columnsOf(text);
      // Words are drawn one by one, because some viewers collapse several spaces.
      const words = [...text.matchAll(/\S+/g)].map(({0: word, index}) =>
        drawWord(word, css, start + columnsOf(text.slice(0, index))),
      );
      return [...drawBackground(css, start, column), ...words];
    },
  );
  return parts.join('');
}

/** @param {string} html */
function columnsOf(html) {
  return stringWidth(html.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, '.'));
}

/** @param {number} column */
function xOf(column) {
  return (column * CELL.width).toFixed(1);
}

/** @param {string} css @param {number} start @param {number} end columns */
function drawBackground(css, start, end) {
  const color = /background-color:([^;]+)/.exec(css)?.[1];
  return color ? [`<rect x="${xOf(start)}" width="${xOf(end - start)}" height="${CELL.height}" fill="${color}"/>`] : [];
}

/** @param {string} word @param {string} css @param {number} column */
function drawWord(word, css, column) {
  const style = css
    .replace(/background-color:[^;]+;?/, '')
    .replace(/(^|;)color:/, '$1fill:')
    .replace('opacity:', 'fill-opacity:');
  // The width is explicit, because a browser's font may be narrower or wider than a cell.
  const size = `textLength="${xOf(columnsOf(word))}" lengthAdjust="spacingAndGlyphs"`;
  return `<text x="${xOf(column)}" y="14" ${size}${style ? ` style="${style}"` : ''}>${word}</text>`;
}
