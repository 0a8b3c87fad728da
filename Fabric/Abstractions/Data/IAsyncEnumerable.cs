#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

/// <summary>
/// A sequence that is read asynchronously, in the form of Service Fabric. It is not the interface of the same name in
/// <c>System.Collections.Generic</c>, which <c>await foreach</c> uses.
/// </summary>
/// <typeparam name="T">The type of the items.</typeparam>
public interface IAsyncEnumerable<out T>
{
    /// <summary>Gets an enumerator that stands before the first item.</summary>
    /// <returns>An enumerator of its own for each call.</returns>
    IAsyncEnumerator<T> GetAsyncEnumerator();
}

/// <summary>Walks over a sequence. One caller at a time.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
public interface IAsyncEnumerator<out T> : IDisposable
{
    /// <summary>Moves to the next item. The enumerators of the reliable state end synchronously.</summary>
    /// <param name="cancellationToken">Checked before each move.</param>
    /// <returns>True if there is an item; false at the end.</returns>
    /// <exception cref="InvalidOperationException">The transaction of the enumeration has ended.</exception>
    /// <exception cref="System.Fabric.FabricNotReadableException">The replica may not be read now, or another primary
    /// has written since the transaction first read or wrote. Repeat the enumeration in a new transaction.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was canceled.</exception>
    Task<bool> MoveNextAsync(CancellationToken cancellationToken);

    /// <summary>Gets the present item. It is valid after <see cref="MoveNextAsync"/> gave true.</summary>
    T Current { get; }

    /// <summary>Moves back before the first item. A second walk gives the same items.</summary>
    void Reset();
}
