using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Rest;

/// <summary>Represents one page of a list, and the token for the next one; empty on the last page.</summary>
/// <remarks>The token holds the key of the page's last item, so that items that come or go between two requests
/// neither repeat nor hide others.</remarks>
internal sealed record RestPage<T>(IReadOnlyList<T> Items, string Next);

/// <summary>Makes pages.</summary>
internal static class RestPage
{
    // Marks our own tokens, so that a token of something else is refused.
    private const string Mark = "after:";

    /// <exception cref="ClusterException">The token is none that a page gave.</exception>
    internal static RestPage<T> Of<T>(IEnumerable<T> items, Func<T, string> key, string? token, long max)
    {
        var after = token is null ? null : KeyOf(token);
        var rest = items.OrderBy(key, StringComparer.Ordinal)
            .SkipWhile(i => after is not null && string.CompareOrdinal(key(i), after) <= 0).ToArray();
        if (max == 0 || rest.Length <= max)
            return new(rest, "");
        var page = rest[..(int)max];
        return new(page, Base64Url.EncodeToString(Encoding.UTF8.GetBytes(Mark + key(page[^1]))));
    }

    private static string KeyOf(string token)
    {
        if (Base64Url.IsValid(token))
        {
            var text = Encoding.UTF8.GetString(Base64Url.DecodeFromChars(token));
            if (text.StartsWith(Mark, StringComparison.Ordinal))
                return text[Mark.Length..];
        }
        throw new ClusterException(RestErrors.InvalidArgument,
            $"ContinuationToken is '{token}'. Allowed: the one of the page before.");
    }
}
