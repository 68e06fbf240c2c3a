/** Runs steps in order: an answer that overtakes its offer would be rejected. A failed step does not stop the queue. */
export function signalQueue(onFailed: (error: unknown) => void): (step: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return (step) => {
    last = last.then(step).catch(onFailed)
    return last
  }
}
