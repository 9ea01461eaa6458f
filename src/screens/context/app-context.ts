import {createContext, useContext} from 'react';

export function appContext<T>(hook: string) {
  const Context = createContext<T | undefined>(undefined);
  const use = (): T => {
    const value = useContext(Context);
    if (value === undefined) throw new Error(`${hook} is for components inside the app`);
    return value;
  };
  return [Context, use] as const;
}
