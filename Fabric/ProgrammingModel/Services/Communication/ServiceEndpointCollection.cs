#nullable disable

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Microsoft.ServiceFabric.Services.Communication;

/// <summary>
/// The addresses of a replica's listeners by listener name: <c>{"Endpoints":{"name":"address"}}</c>. Not thread safe.
/// </summary>
[DataContract]
public sealed class ServiceEndpointCollection
{
    private static readonly JsonSerializerOptions Json = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    [DataMember(Name = "Endpoints")]
    private readonly Dictionary<string, string> _endpoints = [];

    /// <summary>Initializes an empty collection.</summary>
    public ServiceEndpointCollection()
    {
    }

    /// <summary>Initializes a collection of one address.</summary>
    /// <param name="listenerName">The name of the listener; may be empty.</param>
    /// <param name="endpointAddress">Its address.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public ServiceEndpointCollection(string listenerName, string endpointAddress) =>
        AddEndpoint(listenerName, endpointAddress);

    /// <summary>
    /// Reads the form that <see cref="ToString"/> writes, which is the address of a resolved endpoint.
    /// </summary>
    /// <param name="endpointsString">The text; null and empty are allowed.</param>
    /// <param name="serviceEndpoints">The addresses; null where the method returns false.</param>
    /// <returns>False for a text of another form.</returns>
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

    /// <summary>Adds the address of a listener.</summary>
    /// <param name="listenerName">The name of the listener; may be empty.</param>
    /// <param name="endpointAddress">Its address.</param>
    /// <exception cref="ArgumentException">There is a listener of this name already.</exception>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public void AddEndpoint(string listenerName, string endpointAddress)
    {
        ArgumentNullException.ThrowIfNull(listenerName);
        ArgumentNullException.ThrowIfNull(endpointAddress);
        if (!_endpoints.TryAdd(listenerName, endpointAddress))
            throw new ArgumentException($"There is a listener named '{listenerName}' already.", nameof(listenerName));
    }

    /// <summary>
    /// Adds the addresses of another collection. Where a name is there already, those before it have been added.
    /// </summary>
    /// <param name="newEndpoints">The addresses to add.</param>
    /// <exception cref="ArgumentException">There is a listener of one of the names already.</exception>
    /// <exception cref="ArgumentNullException">The collection is null.</exception>
    public void AddEndpoints(ServiceEndpointCollection newEndpoints)
    {
        ArgumentNullException.ThrowIfNull(newEndpoints);
        foreach (var (name, address) in newEndpoints._endpoints)
            AddEndpoint(name, address);
    }

    /// <summary>Gets the address of a listener.</summary>
    /// <param name="listenerName">The name of the listener; null stands for the empty name.</param>
    /// <param name="endpointAddress">The address; null where the method returns false.</param>
    /// <returns>False if there is no such listener.</returns>
    public bool TryGetEndpointAddress(string listenerName, out string endpointAddress) =>
        _endpoints.TryGetValue(listenerName ?? "", out endpointAddress);

    /// <summary>Gets the address that was added first.</summary>
    /// <param name="endpointAddress">The address; null where the method returns false.</param>
    /// <returns>False if the collection is empty.</returns>
    public bool TryGetFirstEndpointAddress(out string endpointAddress)
    {
        endpointAddress = _endpoints.Values.FirstOrDefault();
        return endpointAddress is not null;
    }

    /// <summary>Gets a view of the addresses by listener name; later additions show in it.</summary>
    /// <returns>The addresses by listener name.</returns>
    public IReadOnlyDictionary<string, string> ToReadOnlyDictionary() => _endpoints;

    /// <summary>Writes the addresses as JSON, in the form that a replica publishes.</summary>
    /// <returns>Such as <c>{"Endpoints":{"":"127.0.0.1:24017"}}</c>.</returns>
    public override string ToString() =>
        JsonSerializer.Serialize(
            new Dictionary<string, Dictionary<string, string>> { ["Endpoints"] = _endpoints }, Json);
}
