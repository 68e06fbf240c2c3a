export { MoreInfoLayout } from './more-info-layout.tsx'
