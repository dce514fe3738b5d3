/** Testing Library for tests that import all they use; it waits longer than a second, for machines that are slow. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

export { render, screen } from '@testing-library/react';
export { userEvent } from '@testing-library/user-event';
