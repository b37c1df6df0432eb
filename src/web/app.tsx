import { Suspense, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { siteContent } from './content/site.ts';
import { useHashPath, useMergedSearch } from './location.ts';
import { ErrorBoundary } from './pages/fallback/error-boundary.tsx';
import { RestoreScroll } from './restore-scroll.tsx';
import { fallback, routes } from './routes.tsx';
import { Toaster } from './ui/toaster.tsx';
import { VisuallyHidden } from './ui/visually-hidden.tsx';

const CurrentPage = () => {
  const [path] = useLocation();
  const { title, description, Page } = routes[path] ?? fallback;
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<VisuallyHidden>{siteContent.loading}</VisuallyHidden>}>
        <Page />
        <RestoreScroll />
      </Suspense>
    </ErrorBoundary>
  );
};

/** The whole site: the page that the hash names, and the toasts. */
export const App = () => (
  <Router hook={useHashPath} searchHook={useMergedSearch}>
    <CurrentPage />
    <Toaster />
  </Router>
);
