import { useSyncExternalStore } from 'react'

export type Event<Args extends unknown[]> = {
  /** Returns a function that removes the listener. */
  on: (listener: (...args: Args) => void) => () => void
  emit: (...args: Args) => void
}

export function createEvent<Args extends unknown[] = []>(): Event<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    on: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (...args) => {
      for (const listener of listeners) listener(...args)
    },
  }
}

export type Store<Value> = {
  get: () => Value
  /** Notifies subscribers if the value changes. */
  set: (next: Value) => void
  subscribe: (listener: () => void) => () => void
  /** Restores the initial value, for tests. */
  reset: () => void
}

/** State that outlives a component and does not belong in the query cache. */
export function createStore<Value>(initial: Value): Store<Value> {
  const changed = createEvent()
  let value = initial
  function set(next: Value): void {
    if (Object.is(value, next)) return
    value = next
    changed.emit()
  }
  return { get: () => value, set, subscribe: changed.on, reset: () => set(initial) }
}

export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get)

export type Timer = {
  /** Does nothing while the timer is running. */
  start: (work: () => void, ms: number) => void
  restart: (work: () => void, ms: number) => void
  stop: () => void
  isRunning: () => boolean
}

export function createTimer(): Timer {
  let timer: ReturnType<typeof setTimeout> | undefined
  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }
  function restart(work: () => void, ms: number): void {
    stop()
    timer = setTimeout(() => {
      timer = undefined
      work()
    }, ms)
  }
  const isRunning = () => timer !== undefined
  function start(work: () => void, ms: number): void {
    if (!isRunning()) restart(work, ms)
  }
  return { start, restart, stop, isRunning }
}
