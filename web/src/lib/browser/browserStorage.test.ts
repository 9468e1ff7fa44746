import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserStorage } from './browserStorage';

beforeEach(() => {
  localStorage.clear();
});

describe('browser storage', () => {
  it('stores values for all tabs', () => {
    browserStorage.set('a', '1');
    expect(localStorage.getItem('a')).toBe('1');
    localStorage.setItem('a', '2');
    expect(browserStorage.get('a')).toBe('2');
    expect(browserStorage.take('a')).toBe('2');
    expect(browserStorage.get('a')).toBeNull();
  });

  it('keeps values in memory when storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined);
    browserStorage.set('b.one', '1');
    browserStorage.set('b.two', '2');
    expect(browserStorage.get('b.one')).toBe('1');
    browserStorage.remove('b.one');
    expect(browserStorage.get('b.one')).toBeNull();
    browserStorage.removeAll('b.');
    expect(browserStorage.get('b.two')).toBeNull();
  });

  it('keeps the new value in memory when storage is full', () => {
    localStorage.setItem('c', 'old');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    browserStorage.set('c', 'new');
    expect(browserStorage.get('c')).toBe('new');
    browserStorage.set('c', 'newer');
    expect(localStorage.getItem('c')).toBe('newer');
  });
});
