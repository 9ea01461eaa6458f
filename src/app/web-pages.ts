/** Pages of the store's own web interface, for what this tool does not do. */
export {AGREEMENTS_PAGE, appPage, KEYS_PAGE} from '../services/store/wire.ts';
