#nullable disable

using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors.Query;

/// <summary>Holds one page of a query's results.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
[DataContract(Name = "PagedResult", Namespace = "urn:actors")]
[KnownType(typeof(List<ActorInformation>))]
public sealed class PagedResult<T>
    where T : class
{
    /// <summary>Initializes a page without items and without a token.</summary>
    public PagedResult()
    {
    }

    /// <summary>Gets or sets the items of the page. It is null unless set.</summary>
    [DataMember(IsRequired = true, Name = "Items", Order = 0)]
    public IEnumerable<T> Items { get; set; }

    /// <summary>Gets or sets where the next page begins.</summary>
    /// <value>The token to ask for the next page with; null when this page is the last one.</value>
    [DataMember(IsRequired = false, Name = "ContinuationToken", Order = 1)]
    public ContinuationToken ContinuationToken { get; set; }
}

/// <summary>Holds one page of a query for reminders.</summary>
/// <typeparam name="T">The type of the items: an actor with its reminders.</typeparam>
[DataContract(Name = "ReminderPagedResult", Namespace = "urn:actors")]
[KnownType(typeof(List<KeyValuePair<ActorId, List<ActorReminderState>>>))]
public sealed class ReminderPagedResult<T>
{
    private static int _defaultPageSize = 10_000;

    /// <summary>Initializes a page without items and without a token.</summary>
    public ReminderPagedResult()
    {
    }

    /// <summary>Gets or sets the items of the page. It is null unless set.</summary>
    [DataMember(IsRequired = true, Name = "Items", Order = 0)]
    public IEnumerable<T> Items { get; set; }

    /// <summary>Gets or sets where the next page begins.</summary>
    /// <value>The token to ask for the next page with; null when this page is the last one.</value>
    [DataMember(IsRequired = false, Name = "ContinuationToken", Order = 1)]
    public ContinuationToken ContinuationToken { get; set; }

    /// <summary>Gets the number of reminders on a page.</summary>
    internal static int DefaultPageSize => _defaultPageSize;

    /// <summary>Sets the number of reminders on the pages that the actor services of this process answer.</summary>
    /// <param name="newSize">One or more; 10,000 unless set.</param>
    /// <remarks>
    /// Each type <typeparamref name="T"/> has a number of its own. The queries of actor services use that of
    /// <c>KeyValuePair&lt;ActorId, List&lt;ActorReminderState&gt;&gt;</c>. To call it in a client has no effect on a
    /// service in another process.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The number is zero or less.</exception>
    public static void SetDefaultPageSize(int newSize)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(newSize);
        _defaultPageSize = newSize;
    }
}
