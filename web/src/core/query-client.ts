import { QueryClient } from '@tanstack/react-query'

/** Holds all server data. Failures are shown with a retry button, never retried automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: offline must show an error with a retry, not an endless skeleton.
    queries: { retry: false, networkMode: 'always', staleTime: 15_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
