using Microsoft.AspNetCore.Hosting;

/// <summary>Lets a web service that is built on HTTP.sys, which only Windows has, listen with Kestrel.</summary>
/// <remarks>
/// ServiceFabric.targets compiles this file into web services on other systems. It stands in no namespace, where the
/// compiler finds it before the method of ASP.NET Core. The form with options is not replaced: what they ask for is
/// of HTTP.sys.
/// </remarks>
internal static class HttpSysOnKestrel
{
    internal static IWebHostBuilder UseHttpSys(this IWebHostBuilder builder) => builder.UseKestrel();
}
