export async function drained<T, Result>(
  steps: AsyncGenerator<T, Result>,
  each: (value: T) => unknown = () => {},
): Promise<Result> {
  const passed = mapped(steps, each);
  for (;;) {
    const {done, value} = await passed.next();
    if (done) return value;
  }
}

export async function* mapped<T, U, Result>(
  steps: AsyncGenerator<T, Result>,
  as: (value: T) => U,
): AsyncGenerator<Awaited<U>, Result> {
  try {
    for (;;) {
      const {done, value} = await steps.next();
      if (done) return value;
      yield await as(value);
    }
  } finally {
    await steps.return(undefined as never);
  }
}
