#nullable disable

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Microsoft.ServiceFabric.Services.Communication;

/// <summary>The addresses of a replica's listeners by listener name: <c>{"Endpoints":{"name":"address"}}</c>.</summary>
[DataContract]
public sealed class ServiceEndpointCollection
{
    private static readonly JsonSerializerOptions Json = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    [DataMember(Name = "Endpoints")]
    private readonly Dictionary<string, string> _endpoints = [];

    public ServiceEndpointCollection()
    {
    }

    public ServiceEndpointCollection(string listenerName, string endpointAddress) =>
        AddEndpoint(listenerName, endpointAddress);

    /// <summary>Reads the form that <see cref="ToString"/> writes; false for any other text.</summary>
    public static bool TryParseEndpointsString(string endpointsString, out ServiceEndpointCollection serviceEndpoints)
    {
        serviceEndpoints = null;
        if (string.IsNullOrEmpty(endpointsString))
            return false;
        try
        {
            using var document = JsonDocument.Parse(endpointsString);
            if (document.RootElement.ValueKind != JsonValueKind.Object ||
                !document.RootElement.TryGetProperty("Endpoints", out var endpoints) ||
                endpoints.ValueKind != JsonValueKind.Object)
            {
                return false;
            }

            var parsed = new ServiceEndpointCollection();
            foreach (var endpoint in endpoints.EnumerateObject())
                parsed._endpoints[endpoint.Name] = endpoint.Value.GetString();
            serviceEndpoints = parsed;
            return true;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return false;
        }
    }

    public void AddEndpoint(string listenerName, string endpointAddress)
    {
        ArgumentNullException.ThrowIfNull(listenerName);
        ArgumentNullException.ThrowIfNull(endpointAddress);
        if (!_endpoints.TryAdd(listenerName, endpointAddress))
            throw new ArgumentException($"There is a listener named '{listenerName}' already.", nameof(listenerName));
    }

    public void AddEndpoints(ServiceEndpointCollection newEndpoints)
    {
        ArgumentNullException.ThrowIfNull(newEndpoints);
        foreach (var (name, address) in newEndpoints._endpoints)
            AddEndpoint(name, address);
    }

    public bool TryGetEndpointAddress(string listenerName, out string endpointAddress) =>
        _endpoints.TryGetValue(listenerName ?? "", out endpointAddress);

    public bool TryGetFirstEndpointAddress(out string endpointAddress)
    {
        endpointAddress = _endpoints.Values.FirstOrDefault();
        return endpointAddress is not null;
    }

    public IReadOnlyDictionary<string, string> ToReadOnlyDictionary() => _endpoints;

    public override string ToString() =>
        JsonSerializer.Serialize(
            new Dictionary<string, Dictionary<string, string>> { ["Endpoints"] = _endpoints }, Json);
}
