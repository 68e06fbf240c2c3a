export const reports = () => import('./reports-page.tsx')
