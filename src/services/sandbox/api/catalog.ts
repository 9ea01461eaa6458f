import {branded} from '../../store/wire.ts';
import {FOREIGN_TYPES} from './foreign-types.ts';
import {SERVED_TYPES, type ServedType} from './served-types.ts';

export interface Relationship {
  name: string;
  /** Key of the related type in the catalog; absent where the document gives links only. */
  target?: string;
  many: boolean;
  hasLinks: boolean;
}

export interface ResourceType {
  /** The type as documents name it. */
  wireType: string;
  attributes: readonly string[];
  relationships: ReadonlyMap<string, Relationship>;
  /** Further members that may be asked for and are never there. */
  alsoNamed: readonly string[];
}

/** The resource types of the API document by key. A key is the wire type, but for the two kinds of experiments. */
export interface Catalog {
  type(key: string): ResourceType;
}

/** Types are read from the tables when they are first asked for. */
export function createCatalog(): Catalog {
  const types = new Map<string, ResourceType>();
  return {
    type(key) {
      const known = types.get(key);
      if (known) return known;
      const type = readType(key);
      types.set(key, type);
      return type;
    },
  };
}

const SECOND_EXPERIMENTS = branded('~VersionExperimentsV2');

function readType(key: string): ResourceType {
  const row = key.replace(/[aA]ppStore(?=[A-Z])/g, '~');
  const foreign: ServedType = {attributes: FOREIGN_TYPES[row] ?? '', relationships: ''};
  const {attributes, relationships, alsoNamed = ''} = SERVED_TYPES[row] ?? foreign;
  return {
    wireType: key === SECOND_EXPERIMENTS ? key.slice(0, -2) : key,
    attributes: words(attributes),
    relationships: new Map(words(relationships).map((word) => [nameOf(word), readRelationship(word)])),
    alsoNamed: words(alsoNamed),
  };
}

const words = (text: string): string[] => branded(text).split(/\s+/).filter(Boolean);
const nameOf = (word: string): string => word.replace(/^-/, '').replace(/=.*$/, '');

function readRelationship(word: string): Relationship {
  const target = /=([^[]+)/.exec(word)?.[1];
  return {name: nameOf(word), target, many: word.endsWith('[]'), hasLinks: !word.startsWith('-')};
}
