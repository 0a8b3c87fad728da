#nullable disable

using System;
using System.Runtime.Serialization;

namespace Microsoft.ServiceFabric.Actors.Query;

/// <summary>
/// Tells a query where its next page begins. It stays valid when items are added or deleted between two pages, and
/// after a failover.
/// </summary>
[DataContract(Name = "ContinuationToken", Namespace = "urn:actors")]
public class ContinuationToken
{
    /// <summary>
    /// Initializes a new token, as state providers do. Callers of a query pass on the token of the page before.
    /// </summary>
    /// <param name="marker">What the provider finds its place by; it travels as a data contract.</param>
    /// <exception cref="ArgumentNullException">The marker is null.</exception>
    public ContinuationToken(object marker)
    {
        ArgumentNullException.ThrowIfNull(marker);
        Marker = marker;
    }

    /// <summary>Gets what the state provider finds its place by. It means nothing to callers.</summary>
    [DataMember(IsRequired = true, Name = "Marker", Order = 0)]
    public object Marker { get; private set; }
}
