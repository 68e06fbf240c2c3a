/** One after the other: an answer that overtakes its offer would be refused. A step that fails does not keep the next from running. */
export function signalQueue(onFailed: (error: unknown) => void): (step: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return (step) => {
    last = last.then(step).catch(onFailed)
    return last
  }
}
