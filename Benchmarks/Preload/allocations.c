// Counts calls of the C library's allocation functions, on all threads. Loaded before the C library into the process
// that counts (LD_PRELOAD), so that nothing else is slowed down by it. For glibc, whose own functions have second names.
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ullong calls;

// What Benchmarks looks up by name.
unsigned long long policyjson_allocations(void) { return atomic_load(&calls); }

static void count(void) { atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    int before = errno;
    void *memory = memalign(alignment, size);
    errno = before;
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}
