// libyajl arrives through this one header. yajl.pc names an include directory one folder too deep on some
// systems, so the header is asked for by its folder, which works with and without that directory.
#ifndef POLICYJSON_CYAJL_SHIM_H
#define POLICYJSON_CYAJL_SHIM_H

#include <yajl/yajl_parse.h>

#endif
