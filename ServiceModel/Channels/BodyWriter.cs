using System.Xml;

namespace System.ServiceModel.Channels;

/// <summary>Writes the body of a message. Derive from it for a body that no serializer writes.</summary>
/// <param name="isBuffered">Whether the body can be written several times.</param>
public abstract class BodyWriter(bool isBuffered)
{
    private bool _isUsed;

    /// <summary>Gets whether the body can be written several times.</summary>
    public bool IsBuffered { get; } = isBuffered;

    /// <summary>Writes the body.</summary>
    /// <param name="writer">Stands inside the element of the body.</param>
    /// <exception cref="InvalidOperationException">The body was written already, and can be written once
    /// only.</exception>
    public void WriteBodyContents(XmlDictionaryWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        if (_isUsed && !IsBuffered)
            throw new InvalidOperationException("The body was written already, and its writer is not buffered.");
        _isUsed = true;
        OnWriteBodyContents(writer);
    }

    /// <summary>Writes what stands inside the element of the body.</summary>
    /// <param name="writer">Belongs to the caller, which closes it and ends the element.</param>
    /// <remarks>Over a session it runs under the lock of the connection: it should not block, and must not call through
    /// the same channel.</remarks>
    protected abstract void OnWriteBodyContents(XmlDictionaryWriter writer);
}
