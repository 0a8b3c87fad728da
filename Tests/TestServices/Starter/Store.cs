using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.AspNetCore;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Starter;

/// <summary>Values in a reliable dictionary behind a web interface, without an endpoint in its manifest.</summary>
internal sealed class Store(StatefulServiceContext context) : StatefulService(context)
{
    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
    [
        new(c => new KestrelCommunicationListener(c, (url, listener) => new WebHostBuilder()
            .UseKestrel()
            .ConfigureServices(services => services.AddSingleton(StateManager))
            .UseContentRoot(Directory.GetCurrentDirectory())
            .UseServiceFabricIntegration(listener, ServiceFabricIntegrationOptions.UseUniqueServiceUrl)
            .UseStartup<Startup>()
            .UseUrls(url)
            .Build())),
    ];
}

/// <summary>What is stored under a key.</summary>
public sealed record StoredValue(string Value);

/// <summary>The values of one partition.</summary>
[Route("api/[controller]")]
public sealed class ValuesController(IReliableStateManager states) : Controller
{
    private static readonly Uri Name = new("store:/values");

    [HttpGet]
    public async Task<IActionResult> GetAsync()
    {
        try
        {
            var all = new List<Entry>();
            var found = await states.TryGetAsync<IReliableDictionary<string, string>>(Name);
            if (!found.HasValue)
                return Json(all);
            using var transaction = states.CreateTransaction();
            var enumerator = (await found.Value.CreateEnumerableAsync(transaction)).GetAsyncEnumerator();
            while (await enumerator.MoveNextAsync(CancellationToken.None))
                all.Add(new(enumerator.Current.Key, enumerator.Current.Value));
            return Json(all);
        }
        catch (FabricException)
        {
            return StatusCode(StatusCodes.Status503ServiceUnavailable);
        }
    }

    [HttpPut("{name}")]
    public async Task<IActionResult> PutAsync(string name, [FromBody] StoredValue input)
    {
        try
        {
            var values = await states.GetOrAddAsync<IReliableDictionary<string, string>>(Name);
            using var transaction = states.CreateTransaction();
            await values.AddAsync(transaction, name, input.Value);
            await transaction.CommitAsync();
            return Ok();
        }
        catch (ArgumentException)
        {
            return BadRequest($"There is a key '{name}'.");
        }
        catch (FabricNotPrimaryException)
        {
            return StatusCode(StatusCodes.Status410Gone);
        }
        catch (FabricException)
        {
            return StatusCode(StatusCodes.Status503ServiceUnavailable);
        }
    }
}
