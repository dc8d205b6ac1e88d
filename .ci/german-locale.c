// Loaded into every process of the locale step: Swift programs do not ask for the user's locale by themselves.
#include <locale.h>
#include <stdlib.h>

__attribute__((constructor)) static void start(void) {
    if (setlocale(LC_ALL, "") == NULL || *localeconv()->decimal_point != ',') abort();
}
