using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Json;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Services.Remoting.Client;

namespace SfPerf.Tests.Starter;

/// <summary>A key with its value.</summary>
public sealed record Entry(string Key, string Value);

/// <summary>Reads and writes the store through the reverse proxy.</summary>
[Route("api/[controller]")]
public sealed class ValuesOfAllController(
    StatelessServiceContext context, HttpClient http, FabricClient fabric, FrontSettings settings) : Controller
{
    private Uri Service { get; } =
        new($"{context.CodePackageActivationContext.ApplicationName}/{settings.StoreName}");

    [HttpGet]
    public async Task<IActionResult> GetAsync()
    {
        var all = new List<Entry>();
        foreach (var partition in await fabric.QueryManager.GetPartitionListAsync(Service))
        {
            var information = (Int64RangePartitionInformation)partition.PartitionInformation;
            using var answer = await http.GetAsync(ProxyUrl("", $"{information.Kind}", information.LowKey));
            if (!answer.IsSuccessStatusCode)
                return StatusCode((int)answer.StatusCode);
            all.AddRange(await answer.Content.ReadFromJsonAsync<List<Entry>>() ?? []);
        }
        return Json(all);
    }

    [HttpPut]
    public async Task<IActionResult> PutAsync([FromBody] Entry entry)
    {
        var key = char.ToUpperInvariant(entry.Key[0]) - 'A';
        using var answer = await http.PutAsJsonAsync(
            ProxyUrl($"/{entry.Key}", "Int64Range", key), new StoredValue(entry.Value));
        return new ContentResult
        {
            StatusCode = (int)answer.StatusCode, Content = await answer.Content.ReadAsStringAsync(),
        };
    }

    private string ProxyUrl(string path, string kind, long key) =>
        $"http://localhost:{settings.ReverseProxyPort}{Service.AbsolutePath}/api/values{path}"
            + $"?PartitionKind={kind}&PartitionKey={key}";
}

/// <summary>Asks the counter by remoting.</summary>
[Route("api/[controller]")]
public sealed class CountController(StatelessServiceContext context, FrontSettings settings) : Controller
{
    [HttpGet]
    public async Task<IActionResult> GetAsync()
    {
        var service = new Uri($"{context.CodePackageActivationContext.ApplicationName}/{settings.CountName}");
        return Json(new { Count = await ServiceProxy.Create<ICount>(service).GetCountAsync() });
    }
}

/// <summary>Starts actors and counts them.</summary>
[Route("api/[controller]")]
public sealed class ActorsController(
    StatelessServiceContext context, FabricClient fabric, FrontSettings settings) : Controller
{
    private Uri Service { get; } =
        new($"{context.CodePackageActivationContext.ApplicationName}/{settings.ActorName}");

    [HttpGet]
    public async Task<IActionResult> GetAsync()
    {
        var count = 0L;
        foreach (var partition in await fabric.QueryManager.GetPartitionListAsync(Service))
        {
            var key = ((Int64RangePartitionInformation)partition.PartitionInformation).LowKey;
            var actors = ActorServiceProxy.Create(Service, key);
            ContinuationToken? token = null;
            do
            {
                var page = await actors.GetActorsAsync(token, CancellationToken.None);
                count += page.Items.LongCount(a => a.IsActive);
                token = page.ContinuationToken;
            }
            while (token is not null);
        }
        return Json(new { Count = count });
    }

    [HttpPost("{id?}")]
    public async Task<IActionResult> PostAsync(long? id)
    {
        var actor = ActorProxy.Create<IStarter>(id is { } known ? new ActorId(known) : ActorId.CreateRandom(), Service);
        try
        {
            await actor.StartProcessingAsync(CancellationToken.None);
            return Json(true);
        }
        catch (AggregateException e) when (e.InnerException is InvalidOperationException refused)
        {
            return Conflict(refused.Message);
        }
    }
}
