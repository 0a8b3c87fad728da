using System.Xml;

namespace System.ServiceModel.Channels;

/// <summary>Writes the body of a message. Derive from it for a body that no serializer writes.</summary>
/// <param name="isBuffered">Whether the body can be written several times.</param>
public abstract class BodyWriter(bool isBuffered)
{
    private bool _isUsed;

    public bool IsBuffered { get; } = isBuffered;

    public void WriteBodyContents(XmlDictionaryWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        if (_isUsed && !IsBuffered)
            throw new InvalidOperationException("The body was written already, and its writer is not buffered.");
        _isUsed = true;
        OnWriteBodyContents(writer);
    }

    protected abstract void OnWriteBodyContents(XmlDictionaryWriter writer);
}
