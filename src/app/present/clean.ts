export {cleanLines, cleanText} from '../../services/model/clean.ts';
