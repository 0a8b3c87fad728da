#nullable disable

using System;
using System.Runtime.Serialization;

namespace Microsoft.ServiceFabric.Actors.Query;

/// <summary>Where the next page of a query begins.</summary>
[DataContract(Name = "ContinuationToken", Namespace = "urn:actors")]
public class ContinuationToken
{
    public ContinuationToken(object marker)
    {
        ArgumentNullException.ThrowIfNull(marker);
        Marker = marker;
    }

    /// <summary>Gets the storage key of the last item before, as text; it is opaque to callers.</summary>
    [DataMember(IsRequired = true, Name = "Marker", Order = 0)]
    public object Marker { get; private set; }
}
