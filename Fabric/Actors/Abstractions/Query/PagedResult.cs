#nullable disable

using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors.Query;

/// <summary>One page of a query's results.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
[DataContract(Name = "PagedResult", Namespace = "urn:actors")]
[KnownType(typeof(List<ActorInformation>))]
public sealed class PagedResult<T>
    where T : class
{
    public PagedResult()
    {
    }

    [DataMember(IsRequired = true, Name = "Items", Order = 0)]
    public IEnumerable<T> Items { get; set; }

    /// <summary>Gets or sets where the next page begins; null when this is the last.</summary>
    [DataMember(IsRequired = false, Name = "ContinuationToken", Order = 1)]
    public ContinuationToken ContinuationToken { get; set; }
}

/// <summary>One page of a query for reminders.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
[DataContract(Name = "ReminderPagedResult", Namespace = "urn:actors")]
[KnownType(typeof(List<KeyValuePair<ActorId, List<ActorReminderState>>>))]
public sealed class ReminderPagedResult<T>
{
    private static int _defaultPageSize = 10_000;

    public ReminderPagedResult()
    {
    }

    [DataMember(IsRequired = true, Name = "Items", Order = 0)]
    public IEnumerable<T> Items { get; set; }

    /// <summary>Gets or sets where the next page begins; null when this is the last.</summary>
    [DataMember(IsRequired = false, Name = "ContinuationToken", Order = 1)]
    public ContinuationToken ContinuationToken { get; set; }

    /// <summary>Gets the number of reminders on a page.</summary>
    internal static int DefaultPageSize => _defaultPageSize;

    /// <summary>Sets the number of reminders on a page, for this process.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Zero or less.</exception>
    public static void SetDefaultPageSize(int newSize)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(newSize);
        _defaultPageSize = newSize;
    }
}
