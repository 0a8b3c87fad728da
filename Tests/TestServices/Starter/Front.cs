using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Description;
using System.Globalization;
using System.IO;
using System.Net.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.ServiceFabric.Services.Communication.AspNetCore;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Starter;

/// <summary>The web front: an MVC application at a fixed port on each node.</summary>
internal sealed class Front(StatelessServiceContext context) : StatelessService(context)
{
    protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
    [
        new(c => new KestrelCommunicationListener(c, "ServiceEndpoint", (url, listener) => new WebHostBuilder()
            .UseKestrel()
            .ConfigureServices(services => services.AddSingleton(new FrontSettings(c)).AddSingleton(new HttpClient())
                .AddSingleton(new FabricClient()).AddSingleton(c))
            .UseContentRoot(Directory.GetCurrentDirectory())
            .UseServiceFabricIntegration(listener, ServiceFabricIntegrationOptions.None)
            .UseStartup<Startup>()
            .UseUrls(url)
            .Build())),
    ];
}

/// <summary>What the application manifest says of the services behind the front.</summary>
public sealed class FrontSettings
{
    public FrontSettings(StatelessServiceContext context)
    {
        context.CodePackageActivationContext.ConfigurationPackageModifiedEvent += OnModified;
        Take(context.CodePackageActivationContext.GetConfigurationPackageObject("Config").Settings);
    }

    public string StoreName { get; private set; } = "";

    public string CountName { get; private set; } = "";

    public string ActorName { get; private set; } = "";

    public int ReverseProxyPort { get; private set; }

    private void OnModified(object? sender, PackageModifiedEventArgs<ConfigurationPackage> e) =>
        Take(e.NewPackage.Settings);

    private void Take(ConfigurationSettings settings)
    {
        var section = settings.Sections["FrontSection"];
        StoreName = section.Parameters["StoreName"].Value;
        CountName = section.Parameters["CountName"].Value;
        ActorName = section.Parameters["ActorName"].Value;
        ReverseProxyPort = int.Parse(section.Parameters["ReverseProxyPort"].Value, CultureInfo.InvariantCulture);
    }
}

/// <summary>Sets up MVC, as the templates of ASP.NET Core did.</summary>
public sealed class Startup
{
    public IConfigurationRoot Configuration { get; } = new ConfigurationBuilder().AddEnvironmentVariables().Build();

    public void ConfigureServices(IServiceCollection services) => services.AddMvc(o => o.EnableEndpointRouting = false);

    public void Configure(IApplicationBuilder app) => app.UseStaticFiles().UseMvc();
}
